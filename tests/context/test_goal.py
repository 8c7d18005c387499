"""What a conversation began with is kept."""

from tests.context.talk import COUNTER, placed

from morrow.context.goal import goal_of
from morrow.context.prompt import Prompt, first_said
from morrow.context.wording import WORDINGS
from morrow.models.chat import Message

NOW = Message.user("now")


def test_a_short_goal_is_kept_word_for_word() -> None:
    first = placed([Message.user("Plan the launch.\n")])[0]

    assert goal_of(first, COUNTER) == "Plan the launch."


def test_a_long_goal_keeps_its_head_and_its_tail() -> None:
    text = "Plan the launch of the night map. " + "detail " * 51 + "It must be done by May."
    first = placed([Message.user(text)])[0]

    goal = goal_of(first, COUNTER, most=80)

    assert goal.startswith("Plan the launch")
    assert goal.endswith("by May.")
    assert "[…cut…]" in goal
    assert len(goal) < len(text)
    assert COUNTER.count(goal) <= 80


def test_a_goal_has_at_most_400_tokens() -> None:
    for text in ("长" * 5_000, "word " * 5_000, "😀" * 5_000):
        assert 350 < COUNTER.count(goal_of(placed([Message.user(text)])[0], COUNTER)) <= 400


def test_the_first_message_in_which_a_user_says_something_is_the_goal() -> None:
    ours = [Message.user(f"{text}\nold") for w in WORDINGS.values() for text in (w.summary.split("\n")[0], w.goal)]
    history = placed([Message.assistant("Hello!"), Message.user(" \n"), *ours, Message.user("Help me move.")])

    assert first_said(history) == history[-1]
    assert first_said(history[:-1]) is None


def test_a_goal_is_told_only_when_its_message_no_longer_is() -> None:
    history = placed([Message.user("Plan."), Message.assistant("Yes.")])
    prompt = Prompt(NOW, history=history, first=history[0], goal="Plan.", left_out=1)

    assert "Plan." not in prompt.preface
    assert "Plan." in Prompt(NOW, history=history[1:], first=history[0], goal="Plan.", left_out=1).preface
