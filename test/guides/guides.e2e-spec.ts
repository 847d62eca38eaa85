import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Commands, commandsOf, preludeOf, runCommands } from '../support/page-commands';
import { type SandboxServer, startSandboxServer } from '../support/sandbox-server';
import { differences } from '../support/shown-output';
import { PROJECT_ROOT } from '../support/source-tree';

const START = 'docs/guides/getting-started.md';
/** The tour runs first, because it shows balances of accounts that all pages use. */
const PAGES = [
  'README.md',
  START,
  ...readdirSync(path.join(PROJECT_ROOT, 'docs', 'guides'))
    .map((name) => `docs/guides/${name}`)
    .filter((page) => page !== START),
].filter((page) => commandsOf(page).length > 0);

describe('the commands of the README and the guides', () => {
  let server: SandboxServer;
  beforeAll(async () => {
    server = await startSandboxServer();
  }, 120_000);
  afterAll(() => server.stop());

  it.each(PAGES)(
    '%s: each command prints what the page shows',
    async (page) => {
      const isOwnPrelude = page === 'README.md' || page === START;
      const prelude = isOwnPrelude ? [] : preludeOf(START);
      const commands = commandsOf(page);
      const texts = [...prelude, ...commands.map(({ text }) => text)];
      const outputs = (await runCommands(texts, server.folder, process.env)).slice(prelude.length);
      expect(commands.flatMap((command, index) => report(page, command, outputs[index]!))).toEqual([]);
    },
    60_000,
  );
});

/** The differences of a block, each with its place; a block that shows nothing must not print a failure. */
function report(page: string, { line, shown }: Commands, output: string): string[] {
  const found = shown
    ? differences(shown, output)
    : /"status": ?false/.test(output)
      ? [`the answer is a failure: ${output.trim()}`]
      : [];
  return found.map((difference) => `${page}:${line} ${difference}`);
}
