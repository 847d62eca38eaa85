import type { AppConfig } from '../common/config/app-config';
import { findCommand, helpText, OPERATOR_COMMANDS, unknownCommand } from './command-table';
import { UsageError } from './operator-command';

const away = {
  config: {} as AppConfig,
  services: () => Promise.reject(new Error('The command began to work.')),
};

describe('the commands of operators', () => {
  it.each(OPERATOR_COMMANDS.map(({ name }) => name))(
    'refuse an unknown option and a stray word before they do anything: %s',
    async (name) => {
      const { command } = findCommand(name.split(' '))!;
      for (const word of ['--wrong', 'stray']) {
        const refusal = await Promise.resolve()
          .then(() => command.run(away, [word]))
          .then(
            () => undefined,
            (error: unknown) => error,
          );
        expect(refusal).toBeInstanceOf(UsageError);
        expect((refusal as Error).message).toMatch(new RegExp(`^[^\\n]*${word}[^\\n]*; add --help for the options`));
      }
    },
  );

  it('are found by their words, and the help names each once', () => {
    expect(findCommand(['institution', 'check', '--json'])).toMatchObject({ args: ['--json'] });
    expect(findCommand(['institution'])).toBeUndefined();
    expect(unknownCommand(['impot'])).toBe('There is no command impot; corebank --help lists all.');
    expect(unknownCommand(['audit', 'x'])).toContain('there is corebank audit verify --institution ID.');
    for (const { name } of OPERATOR_COMMANDS) expect(helpText().split(`corebank ${name} `)).toHaveLength(2);
  });
});
