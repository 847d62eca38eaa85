const DEADLINE_MS = 10_000;
const RETRY_MS = 25;

/** Repeats an expectation until it holds; fails with its last failure after ten seconds. */
export async function eventually(expectation: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
