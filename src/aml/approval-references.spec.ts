import { Keyring } from '../common/crypto/keyring';
import { ApprovalReferences, holdIdFrom } from './approval-references';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const hold = { institutionId: 7, id: 20416, nonce: 'nonce' };
const references = new ApprovalReferences(new Keyring([oldKey]));

describe('ApprovalReferences', () => {
  it('issues the same reference for a hold each time, and recognises it', () => {
    const reference = references.issue(hold);
    expect(references.issue(hold)).toBe(reference);
    expect(holdIdFrom(reference)).toBe(hold.id);
    expect(references.isOf(hold, reference)).toBe(true);
  });

  it.each([
    ['institution', { institutionId: 8 }],
    ['hold', { id: 20417 }],
    ['nonce', { nonce: 'other' }],
  ])('does not accept the reference for another %s', (_, facts) => {
    expect(references.isOf({ ...hold, ...facts }, references.issue(hold))).toBe(false);
  });

  it('accepts a reference of an earlier master key until that key is removed', () => {
    const reference = references.issue(hold);
    expect(new ApprovalReferences(new Keyring([newKey, oldKey])).isOf(hold, reference)).toBe(true);
    expect(new ApprovalReferences(new Keyring([newKey])).isOf(hold, reference)).toBe(false);
  });
});

describe('holdIdFrom', () => {
  const hash = 'A'.repeat(43);

  it.each([
    '',
    'garbage',
    hash,
    `.${hash}`,
    `fr4.${hash}A`,
    `fr4.${hash.slice(1)}`,
    `0fr4.${hash}`,
    `FR4.${hash}`,
    `0.${hash}`,
    `zzzzzzzzzzz.${hash}`,
    `fr4.${hash}\n`,
    ` fr4.${hash}`,
  ])('does not read %j as a reference', (text) => {
    expect(holdIdFrom(text)).toBeUndefined();
  });

  it('reads the largest hold id', () => {
    expect(holdIdFrom(`${Number.MAX_SAFE_INTEGER.toString(36)}.${hash}`)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
