import fc from 'fast-check';
import { shownFields } from './shown-fields';

describe('the fields that the request log shows', () => {
  it('keeps amounts, accounts and references', () => {
    const body = { debitAccount: '5999900014', creditAccount: '5999900021', amount: 12.5, narration: 'For Ada' };
    expect(JSON.parse(shownFields(body)!)).toEqual({
      debitAccount: '5999900014',
      creditAccount: '5999900021',
      amount: 12.5,
    });
  });

  it.each(['bvn', 'nin', 'pin', 'cardPan', 'password', 'clientSecret', 'content', 'narration', 'amlApprovalReference'])(
    'never shows %s, whatever its value',
    (name) => {
      expect(shownFields({ [name]: '22200000001' })).toBeUndefined();
      expect(shownFields({ amount: 1, nested: { [name]: '22200000001' }, list: [{ [name]: 1 }] })).toBe('{"amount":1}');
    },
  );

  it('shows no object, list or long text under an allowed name', () => {
    expect(shownFields({ status: { bvn: '1' }, id: ['222'], sessionId: 'x'.repeat(101) })).toBeUndefined();
  });

  it.each([undefined, null, 'text', 7, [1, 2]])('shows nothing of %p', (value) => {
    expect(shownFields(value)).toBeUndefined();
  });

  it('finds the fields of a body with very many others', () => {
    const others = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`other${n}`, n]));
    expect(shownFields({ ...others, amount: 1, bvn: '22200000001' })).toBe('{"amount":1}');
  });

  it('is bounded in size for any object', () => {
    fc.assert(
      fc.property(fc.object(), (value) => {
        expect((shownFields(value) ?? '').length).toBeLessThan(20_000);
      }),
    );
  });
});
