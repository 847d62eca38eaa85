import { changeOf } from './change-of';

describe('changeOf', () => {
  it('has the changed fields alone, with both values', () => {
    expect(
      changeOf({ name: 'A', status: 'Active', rate: 5 }, { name: 'B', status: 'Active', rate: 5.5 }),
    ).toStrictEqual({
      before: { name: 'A', rate: 5 },
      after: { name: 'B', rate: 5.5 },
    });
  });

  it('is empty when nothing changed', () => {
    const at = '2026-11-21T09:00:00.000Z';
    expect(changeOf({ at: new Date(at), list: [{ a: 1 }] }, { at, list: [{ a: 1 }] })).toStrictEqual({
      before: {},
      after: {},
    });
  });

  it('takes a missing field for null on either side', () => {
    expect(changeOf({ gone: 1, same: null }, { came: 2, same: undefined })).toStrictEqual({
      before: { gone: 1, came: null },
      after: { gone: null, came: 2 },
    });
  });

  it('compares lists and nested values by their contents', () => {
    expect(changeOf({ tiers: [{ from: 0 }] }, { tiers: [{ from: 1 }] })).toStrictEqual({
      before: { tiers: [{ from: 0 }] },
      after: { tiers: [{ from: 1 }] },
    });
  });
});
