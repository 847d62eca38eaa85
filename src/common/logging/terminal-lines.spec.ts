import { stripVTControlCharacters } from 'node:util';
import { createPino, JsonLogger } from './json-logger';
import { terminalDestination, terminalLine } from './terminal-lines';

const TIME = '2026-11-23T10:11:12.000Z';

describe('terminalLine', () => {
  const plain = (line: object): string =>
    stripVTControlCharacters(terminalLine(JSON.stringify({ time: TIME, ...line }))!);

  it('is one line with time, level, message and fields', () => {
    const line = plain({ level: 'info', msg: 'request', pid: 1, route: '/a', status: 200 });
    expect(line).toMatch(/^\d\d:\d\d:12 info {2}request route=\/a status=200$/);
  });

  it('shows an error as a sentence without its stack', () => {
    const err = { type: 'TypeError', message: 'x is undefined', stack: 'TypeError\n    at y' };
    expect(plain({ level: 'error', msg: 'A job failed.', err })).toMatch(
      /error A job failed. \(TypeError: x is undefined\)$/,
    );
  });

  it('is coloured by level', () => {
    const red = terminalLine(JSON.stringify({ time: TIME, level: 'error', msg: 'm' }));
    expect(red).toContain('\u001b[31merror');
  });

  it('leaves out what the framework says while it starts, but not its warnings', () => {
    const line = { time: TIME, msg: 'Mapped {/a, GET} route', context: 'RouterExplorer' };
    expect(terminalLine(JSON.stringify({ ...line, level: 'info' }))).toBeUndefined();
    expect(terminalLine(JSON.stringify({ ...line, level: 'warn' }))).toContain('Mapped');
  });

  it('keeps a text that is no line of the log', () => {
    expect(terminalLine('plain text\n')).toBe('plain text');
  });
});

it('terminalDestination shows no secret that the log would not show', () => {
  const written: string[] = [];
  const logger = new JsonLogger(
    createPino(
      'info',
      terminalDestination((text) => written.push(text)),
    ),
  );
  logger.log({ password: 'hunter2', note: 'card 4111111111111111' }, 'Test');
  expect(written).toHaveLength(1);
  expect(written[0]).toContain('password=[redacted]');
  expect(written[0]).not.toMatch(/hunter2|4111111111111111/);
});
