import { vendAnswer } from './vend-answer';
import type { VendRecord } from './vend-record';

const record = (facts: Partial<VendRecord>): VendRecord =>
  ({
    postingId: 1,
    paymentReference: 'B',
    amountKobo: 100n,
    vendStatus: 'Successful',
    requireReversal: false,
    result: { transactionId: null, token: null, tokenUnits: null },
    responseCode: null,
    responseMessage: null,
    ...facts,
  }) as VendRecord;

describe('vendAnswer', () => {
  it.each([
    ['Successful', false, 200, false],
    ['Pending', false, 200, false],
    ['ConfirmManually', false, 200, false],
    ['Failed', true, 422, false],
    ['Failed', false, 422, false],
    ['Reversed', false, 422, true],
  ] as const)('of %s (requires reversal: %s) is %i', (vendStatus, requireReversal, httpStatus, isReversed) => {
    const outcome = vendAnswer(record({ vendStatus, requireReversal }), false);
    expect(outcome).toMatchObject({
      httpStatus,
      status: httpStatus === 200,
      data: { vendStatus, requireReversal, isReversed },
    });
    expect((outcome.data as { statusCode?: string }).statusCode).toBe(httpStatus === 422 ? 'VEND_FAILED' : undefined);
    expect(outcome.meta.replayed).toBeUndefined();
  });

  it('tells a repeated request that it is one', () => {
    expect(vendAnswer(record({}), true).meta.replayed).toBe(true);
    expect(vendAnswer(record({ vendStatus: 'Reversed' }), true).meta.replayed).toBe(true);
  });

  it('does not say that money is back before it is', () => {
    expect(vendAnswer(record({ vendStatus: 'Failed', requireReversal: true }), false).message).toMatch(/will go back/);
    expect(vendAnswer(record({ vendStatus: 'Reversed' }), false).message).toMatch(/is back/);
  });
});
