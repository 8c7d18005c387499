"""The window and the shares of it."""

import pytest

from morrow.context.limits import Limits, limits_of
from morrow.settings import Settings


@pytest.mark.parametrize(
    ("window", "ratio", "trigger"),
    [(128_000, 0.75, 96_000), (16_384, 0.85, 13_926), (100, 0.29, 29), (1_024, 1.0, 1_024)],
)
def test_the_trigger_is_a_share_of_the_window_rounded_down(window: int, ratio: float, trigger: int) -> None:
    assert Limits(window, trigger_ratio=ratio).trigger == trigger


@pytest.mark.parametrize(
    ("front", "most"), [(1_000, 300), (1_500, 300), (5_000, 1_000), (15_000, 3_000), (40_000, 3_000)]
)
def test_a_summary_grows_with_what_it_stands_for(front: int, most: int) -> None:
    assert Limits().summary_tokens_for(front) == most


def test_a_larger_setting_lengthens_every_summary() -> None:
    assert Limits(summary_tokens=5_000).summary_tokens_for(40_000) == 5_000


@pytest.mark.parametrize(
    ("window", "block", "memory"),
    [(128_000, 16_000, None), (1_000_000, 16_000, None), (64_000, 8_000, None), (32_768, 4_096, None),
     (32_767, 2_867, 2_867), (16_384, 1_433, 1_433), (8_192, 716, 716), (8_191, 307, 307), (4_096, 153, 153)],
)  # fmt: skip
def test_memory_gets_less_of_a_small_window(window: int, block: int, memory: int | None) -> None:
    limits = Limits(window)

    assert limits.memory_tokens == memory
    assert limits.block_tokens_beside(0) == block


def test_shared_documents_leave_the_block_at_least_half_of_a_small_window() -> None:
    limits = Limits(16_384)

    assert limits.shared_tokens == 716
    assert limits.block_tokens_beside(716) == 717
    assert limits.block_tokens_beside(2_000) == 0


def test_what_a_model_says_of_its_window_wins_over_the_setting() -> None:
    assert limits_of(Settings(), max_input_tokens=None) == Limits()
    assert limits_of(Settings(), max_input_tokens=8_000).window == 8_000
