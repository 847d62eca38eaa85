import { koboOfText, RecordFields } from './record-fields';

describe('koboOfText', () => {
  it.each([
    ['0', 0n],
    ['12.5', 1250n],
    ['12.05', 1205n],
    ['-0.01', -1n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('reads %s exactly', (text, kobo) => {
    expect(koboOfText(text)).toBe(kobo);
  });

  it.each(['', '1,000', '1.234', '.5', '1e3', '1000000000000', ' 1', '--1', 'NaN'])('refuses %p', (text) => {
    expect(koboOfText(text)).toBeUndefined();
  });
});

describe('the fields of a record', () => {
  it('collect every fault in one sentence', () => {
    const fields = new RecordFields({ name: '', day: '2026-02-30', amount: '-1', status: 'Open' });
    fields.text('name', 10);
    fields.date('day', '2026-11-23', true);
    fields.kobo('amount');
    fields.oneOf('status', ['Active', 'Frozen']);
    expect(fields.refusal()).toBe(
      'name must not be empty; day must be a date, YYYY-MM-DD; amount must be an amount in Naira with at most two ' +
        'decimals, not below zero; status must be one of Active, Frozen.',
    );
  });

  it('refuse text that is too long, has control characters or was not UTF-8', () => {
    for (const name of ['abcdefghijk', 'a\u0000b', 'a\uFFFDb']) {
      const fields = new RecordFields({ name });
      fields.text('name', 10);
      expect(fields.refusal()).toMatch(/^name must (have at most 10 characters|be UTF-8 text on one line)\.$/);
    }
  });
});
