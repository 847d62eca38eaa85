import * as fc from 'fast-check';
import { codeText, parseCode } from './code-text';

const check = (fill: number): Buffer => Buffer.alloc(10, fill);

describe('the code of a receipt', () => {
  it('names institution and posting and shows its check in groups', () => {
    expect(codeText({ institutionId: 1, postingId: 20_415 }, check(0))).toBe('1-KXZ-0000-0000-0000-0000');
  });

  it('is read as it was written, whatever the numbers and the check', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (institutionId, postingId, bytes) => {
          const receipt = { institutionId, postingId };
          expect(parseCode(codeText(receipt, Buffer.from(bytes)))).toEqual({ receipt, check: Buffer.from(bytes) });
        },
      ),
    );
  });

  it('is read with small letters and with letters that look like digits', () => {
    const code = codeText({ institutionId: 1, postingId: 32 }, check(0));
    expect(code).toBe('1-10-0000-0000-0000-0000');
    expect(parseCode(' l-io-oooo-0000-0000-0000 ')).toEqual(parseCode(code));
  });

  it.each([
    '',
    '1',
    '1-2',
    '1-2-0000-0000-0000-000',
    '1-2-0000-0000-0000-00000',
    '0-2-0000-0000-0000-0000',
    '1-0-0000-0000-0000-0000',
    '1-2-000U-0000-0000-0000',
    '1-ZZZZZZZZZZZZ-0000-0000-0000-0000',
    '1-ZZZZZZZZZZZ-0000-0000-0000-0000',
  ])('%j is no code', (text) => {
    expect(parseCode(text)).toBeUndefined();
  });
});
