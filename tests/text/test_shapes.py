"""Shapes: what is no statement, by name, and what only resembles it."""

import time

import pytest

from morrow.text.shapes import refused_shape


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("sudo apt remove shaderc && git clone https://example.com/x", "command"),
        ("- git status", "command"),
        ("$ ls -la", "command"),
        ("npm run build", "command"),
        ("`pip install morrow`", "command"),
        ("## 决定", "heading"),
        ("# 2026-04-09", "heading"),
        ("[score=0.85 recalls=0]", "metadata"),
        ('User: Sender (untrusted metadata): {"a": 1}', "metadata"),
        ('{"should_update": true}', "metadata"),
        ("> Source: auto-summary | Updated: 2026-04-09", "metadata"),
        ("| 交易 | 盈亏 |", "table"),
        ("|---|---|", "table"),
        ("HEARTBEAT_OK", "heartbeat"),
        ("...", "placeholder"),
        ("-", "punctuation"),
        ("```python", "punctuation"),
        ("<task-notification>done</task-notification>", "role_token"),
        ("<think>用户似乎…</think>", "role_token"),
        ("<channel|>", "role_token"),
        ("<|im_start|>system", "role_token"),
        ("{{ outputs.d.role }}", "role_token"),
        ("This session is being continued from a previous conversation that ran out of context.", "recap"),
        ("以下是之前对话的摘要：", "recap"),
        ("我无法帮助完成这个请求", "apology"),
        ("I'm sorry, but I can't help with that.", "apology"),
        ("抱歉，我不能提供这类信息", "apology"),
        ("As an AI language model, I have no opinions", "apology"),
        ("[... 其余内容保持不变 ...]", "placeholder"),
        ("[Rest of the existing file content remains unchanged...]", "placeholder"),
        ("... (unchanged) ...", "placeholder"),
        ("<!-- existing entries -->", "placeholder"),
        ("（以下省略）", "placeholder"),
        ("(same as before)", "placeholder"),
        ("…", "placeholder"),
        ("- 端口 9090\n[... 其余内容保持不变 ...]", "placeholder"),
        ("待补充", "placeholder"),
        ("TBD", "placeholder"),
        ("2026-04-09 10:00:01 ERROR boom", "log"),
        ("ERROR: connection refused", "log"),
        ("npm ERR! code 1", "log"),
        ('Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: no', "stack_trace"),
        ("java.lang.NullPointerException: x", "stack_trace"),
        ("--- SOUL.md ---", "banner"),
        ("=== tool output ===", "banner"),
        ("[Mem0 Recall]", "banner"),
        ("Thanks, Mel!", "pleasantry"),
        ("谢谢！", "pleasantry"),
        ("好的", "pleasantry"),
    ],
)
def test_what_is_no_statement_is_refused_by_name(text: str, shape: str) -> None:
    assert refused_shape(text) == shape


@pytest.mark.parametrize(
    "text",
    [
        "- 新后端端口 9090",
        "Git is our version control",
        "go home early on Fridays",
        "Find a new flat before June",
        "make the tests faster",
        "I'm sorry about my dog, she died in May",
        "Always run `npm test` before a commit",
        "文件里写着“其余内容保持不变”这句话",
        "I can't eat peanuts",
        "I can't help my sister on Monday",
        "我不能吃花生",
        "我无法在周五之前完成报告",
        "对不起乐队是我最喜欢的",
        "不好意思，我周五来不了",
        "Sorry I can't come on Friday, I'm in Porto",
        "Thanks to Anna the release is done",
        "好的运动鞋很重要",
        "Error handling is done by Anna",
        "The rest of the team is in Porto",
        "其余的人都在上海",
        "Budget: €1,200",
        "cat food is expensive",
        "无糖",
        "👍",
        "5 | 6 is the price",
        "ERROR: boom\nWe fixed it by restarting the worker",
        "Use port 9090",
        "决定用 docker compose 部署",
    ],
)
def test_a_sentence_that_resembles_such_a_shape_is_kept(text: str) -> None:
    assert refused_shape(text) is None


def test_judging_a_shape_is_fast_whatever_the_text() -> None:
    started = time.process_time()
    for piece in ("=", "[", "| ", "a:", "(", "<", "{", "- ", "rest ", "A.", "score=1 ", "`"):
        refused_shape(piece * 20_000)

    assert time.process_time() - started < 2
