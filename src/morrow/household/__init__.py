"""What whoever runs the instance may ask: its tokens and sign-ins. What an agent remembers is asked of the agent."""
