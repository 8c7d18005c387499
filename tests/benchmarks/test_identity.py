from benchmarks.identity import check


def test_generated_documents_come_back_from_a_parse_and_from_a_prompt_as_they_were() -> None:
    found = check(2_000, seed=7)

    assert found == {"documents": 2_000, "changed": 0, "prompts": 285, "forged": 0}
