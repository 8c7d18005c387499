"""What a person does with memory: the inbox, and the answer to why."""
