/** Runs a script for developers: what it throws is told without a stack trace, and ends it with 2. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error;
    }
    console.error(error.message);
    process.exitCode = 2;
  }
}
