import { type ConfigurationChange, shownChange, withoutUnchanged } from './change-as-data';

const change = (before: ConfigurationChange['before'], after: ConfigurationChange['after']): ConfigurationChange => ({
  operation: 'change-configuration',
  target: 'configuration',
  before,
  after,
});

describe('withoutUnchanged', () => {
  it('keeps only the fields whose values differ, whatever the order of keys', () => {
    const { before, after } = withoutUnchanged(
      change({ a: 1, b: ['x'], c: { d: 1, e: 2 }, f: null }, { a: 2, b: ['x'], c: { e: 2, d: 1 }, f: 'new' }),
    );
    expect([before, after]).toStrictEqual([
      { a: 1, f: null },
      { a: 2, f: 'new' },
    ]);
  });

  it('takes a missing value for null', () => {
    expect(withoutUnchanged(change({}, { a: null, b: 1 }))).toMatchObject({ before: { b: null }, after: { b: 1 } });
  });

  it('keeps all fields of something new', () => {
    expect(withoutUnchanged(change(null, { a: null }))).toMatchObject({ before: null, after: { a: null } });
  });
});

describe('shownChange', () => {
  const secret = (text: string): { secret: string } => ({ secret: text });

  it('shows values, and of a secret only what happens to it', () => {
    expect(
      shownChange(
        change(
          { URL: 'https://a.example', OLD: secret('digest'), GONE: secret('digest'), NEW: null },
          { URL: null, OLD: secret('sealed'), GONE: null, NEW: secret('sealed') },
        ),
      ),
    ).toStrictEqual({
      target: 'configuration',
      before: { URL: 'https://a.example', OLD: 'set', GONE: 'set', NEW: null },
      after: { URL: null, OLD: 'changed', GONE: 'cleared', NEW: 'set' },
    });
  });

  it('shows something new', () => {
    expect(shownChange(change(null, { KEY: secret('sealed'), name: 'A' }))).toMatchObject({
      before: null,
      after: { KEY: 'set', name: 'A' },
    });
  });
});
