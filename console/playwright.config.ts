import { defineConfig } from '@playwright/test';

/** The stories run against the server whose address and secrets `scripts/console-stories.mjs` passes on. */
export default defineConfig({
  testDir: 'e2e/stories',
  outputDir: 'test-results',
  workers: 2,
  // A story that fails once has a fault; `.ci/run` alone tries it once more, and says so.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  // The pictures are those of docs/console.md.
  snapshotPathTemplate: '../docs/pictures/console/{arg}{ext}',
  projects: [
    { name: 'stories', testIgnore: [/\.alone\.spec\.ts$/, /pictures\.spec\.ts$/, /every-page\.spec\.ts$/] },
    // Stories that change what all others see, such as the business date, run when nobody else works.
    { name: 'alone', testMatch: /\.alone\.spec\.ts$/, dependencies: ['stories'], fullyParallel: false, workers: 1 },
    // Every page is read, beside those that work alone.
    { name: 'pages', testMatch: /every-page\.spec\.ts$/, dependencies: ['stories'] },
    // The reference pictures, of a sandbox in which no story has worked.
    { name: 'pictures', testMatch: /pictures\.spec\.ts$/, fullyParallel: false, workers: 1 },
  ],
  reporter: process.env.CONSOLE_REPORT ? [['list'], ['json', { outputFile: process.env.CONSOLE_REPORT }]] : [['list']],
  use: {
    baseURL: process.env.CONSOLE_URL,
    viewport: { width: 1280, height: 860 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a quarter of the time of all stories: `-- --trace retain-on-failure` writes them.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] },
  },
});
