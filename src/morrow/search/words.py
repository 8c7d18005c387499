"""Word lists behind the tokens: words that carry no topic, and English forms that stemming cannot bring together."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _bases(text: str) -> dict[str, str]:
    """Return the base of each form, from lines such as `go: went gone`."""
    lines = (line.partition(": ") for line in text.strip().split("\n"))
    return {form: base for base, _, forms in lines for form in forms.split()}


STOP_WORDS = _words("""
a about above across after again ago all also am an and any anyone anything are as ask asked aspect aspects at
be because been before being below between both but by ca can chat chats consider considered conversation
conversations could currently did different discuss discussed discussion do does doing don done down during each
earlier else ever every exactly example examples few for from further get gets getting give given go goes going
gone got had happen happened has have having he hello her here hers herself hey hi him himself his how i if in
include including into is it its itself just kind know let like likely ll lot lots made make makes many may me
mean mention mentioned might mine more most much must my myself no nor not now of off ok okay on once one only
or other our ours ourselves out over own please previously probably re really recall regarding related remember
said same say says shall she should so some someone something still such suggestion summarize summary take talk
talked tell than thank thanks that the their theirs them themselves then there these they thing things think
this those through throughout to too type under until up upon us use used using various ve very want was way we
well were what when where which while who whom whose why will with wo would yes yet you your yours yourself
yourselves
""")

# Characters of Chinese and Japanese that mostly build grammar. A window of two of them carries no topic.
STOP_CHARACTERS = frozenset(
    "的了吗呢吧啊呀哦嗯嘛么我你您他她它们是在有和与及或就都也还又很太更最这那哪什怎谁几多少个些之其而但并且为被把让给对从到于"
    "以所因如果会能可要想去来说过着得地没不无别请问上下里中啦噢嘿哈唉诶样谢とのにはをがでもかよねてたします"
)

# What a Chinese question is asked with; the windows of these words carry no topic either.
STOP_PHRASES = _words("""
什么 怎么 怎样 为什么 哪里 哪儿 哪个 哪些 多少 几个 是不是 有没有 能不能 可不可以 可以 知道
告诉 记得 觉得 感觉 时候 一下 一些 一个 一样 现在 今天 昨天 真的 非常 特别 但是 因为 所以
如果 然后 或者 还是 已经 应该 可能 需要 有点 这个 那个 这样 那样 这些 那些 我们 你们 他们
自己 谢谢 大家 没有 不是 就是 不过 而且 虽然
""")

IRREGULAR = _bases("""
be: been being was were is are am
beat: beaten
become: became
begin: began begun
bend: bent
bind: bound
bite: bitten
blow: blew blown
break: broke broken
breed: bred
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
choose: chose chosen
come: came
creep: crept
deal: dealt
dig: dug
do: did done does
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
flee: fled
fly: flew flown
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
go: went gone goes
grow: grew grown
hang: hung
have: had has
hear: heard
hide: hid hidden
hold: held
keep: kept
know: knew known
lead: led
learn: learnt
leave: left
lend: lent
lose: lost
make: made
mean: meant
meet: met
pay: paid
ride: rode ridden
ring: rang rung
rise: risen
run: ran
say: said
see: saw seen
seek: sought
sell: sold
send: sent
shake: shook shaken
shine: shone
shoot: shot
show: shown
shrink: shrank shrunk
sing: sang sung
sink: sank sunk
sit: sat
sleep: slept
speak: spoke spoken
spend: spent
stand: stood
steal: stole stolen
stick: stuck
strike: struck
swear: swore sworn
sweep: swept
swim: swam swum
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
understand: understood
wake: woke woken
wear: wore worn
weep: wept
win: won
write: wrote written
child: children
foot: feet
goose: geese
knife: knives
man: men
mouse: mice
person: people
shelf: shelves
tooth: teeth
wife: wives
wolf: wolves
woman: women
good: better best
bad: worse worst
""")
