import { Keyring } from '../crypto/keyring';
import { SealedValueError } from '../crypto/secret-box';
import { IdentityNumbers } from './identity-numbers';
import { isSealedNumber, maskOfStored } from './sealed-number';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const BVN = '22281726354';

describe('IdentityNumbers', () => {
  const before = new IdentityNumbers(new Keyring([oldKey]));
  const rotating = new IdentityNumbers(new Keyring([newKey, oldKey]));
  const after = new IdentityNumbers(new Keyring([newKey]));

  it('opens what it sealed, and shows the mask without a key', () => {
    const sealed = before.seal(7, 'bvn', BVN);
    expect(sealed).not.toContain(BVN);
    expect(before.seal(7, 'bvn', BVN)).not.toBe(sealed);
    expect([isSealedNumber(sealed), maskOfStored(sealed), before.open(7, 'bvn', sealed)]).toEqual([
      true,
      '*******6354',
      BVN,
    ]);
  });

  it('takes a plain number for one that is not sealed yet', () => {
    expect([isSealedNumber(BVN), maskOfStored(BVN), before.open(7, 'bvn', BVN)]).toEqual([false, '*******6354', BVN]);
  });

  it.each(['A|B|12345678', '😀', 'line\nfeed 123456'])('seals the document number %p', (number) => {
    const sealed = before.seal(7, 'identificationNumber', number);
    expect([isSealedNumber(sealed), before.open(7, 'identificationNumber', sealed)]).toEqual([true, number]);
  });

  it.each([
    ['institution', 8, 'bvn'],
    ['kind', 7, 'nin'],
  ] as const)('does not open the number of another %s', (_, institutionId, kind) => {
    expect(() => before.open(institutionId, kind, before.seal(7, 'bvn', BVN))).toThrow(SealedValueError);
  });

  it('finds a number by its index under every key of the keyring, in its own institution and kind', () => {
    const indexes = rotating.match(7, 'bvn', BVN).indexes.map((index) => index.toString('hex'));
    expect(indexes).toEqual([after.index(7, 'bvn', BVN), before.index(7, 'bvn', BVN)]);
    expect(indexes[0]).toMatch(/^[0-9a-f]{32}$/);
    const others = [before.index(8, 'bvn', BVN), before.index(7, 'nin', BVN), before.index(7, 'bvn', '22281726355')];
    expect(new Set([...indexes, ...others]).size).toBe(5);
  });

  it('seals with the current key what has another key or none, and leaves the rest', () => {
    const old = before.seal(7, 'bvn', BVN);
    for (const stored of [old, BVN]) {
      const current = rotating.sealedWithCurrentKey(7, 'bvn', stored);
      expect(after.open(7, 'bvn', current)).toBe(BVN);
      expect(rotating.sealedWithCurrentKey(7, 'bvn', current)).toBe(current);
    }
  });

  it('seals JSON that holds an identity number as a whole, and masks it for others', () => {
    const document = { b: 1, payer: { bvn: 22_281_726_354 }, a: 'x' };
    const stored = before.sealDocument(7, document);
    expect(JSON.stringify(stored)).not.toContain(BVN);
    expect(JSON.stringify(before.openDocument(7, stored, true))).toBe(JSON.stringify(document));
    expect(before.openDocument(7, stored, false)).toEqual({ b: 1, payer: { bvn: '*******6354' }, a: 'x' });
    expect(() => before.openDocument(8, stored, true)).toThrow(SealedValueError);
    const moved = rotating.documentWithCurrentKey(7, stored);
    expect(after.openDocument(7, moved, true)).toEqual(document);
    expect(rotating.documentWithCurrentKey(7, moved)).toBe(moved);
  });

  it('leaves JSON without identity numbers as it is', () => {
    const document = { a: 1 };
    expect(before.sealDocument(7, document)).toBe(document);
    expect(before.openDocument(7, document, false)).toEqual(document);
    expect(before.documentWithCurrentKey(7, document)).toBe(document);
  });
});
