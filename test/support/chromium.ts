import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The browser of `CHROMIUM`, or the one of the system; undefined where there is none. */
function installedChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...INSTALLED].find(existsSync);
}

/**
 * `describe` for suites that need a browser. Without one the suite is skipped with a line or, where every check must
 * run (CI=true), fails.
 */
export function describeWithChromium(name: string, suite: (executablePath: string) => void): void {
  const executablePath = installedChromium();
  if (executablePath !== undefined) {
    describe(name, () => suite(executablePath));
    return;
  }
  const reason = 'No Chromium is installed: apt-get install chromium, or name one in CHROMIUM';
  if (process.env.CI !== 'true') console.warn(`Skipped: ${name}. ${reason}`);
  const declare = process.env.CI === 'true' ? it : it.skip;
  describe(name, () =>
    declare('needs a browser', () => {
      throw new Error(reason);
    }),
  );
}
