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
    { vendStatus: 'Successful', requireReversal: false, httpStatus: 200, isReversed: false },
    { vendStatus: 'Pending', requireReversal: false, httpStatus: 200, isReversed: false },
    { vendStatus: 'ConfirmManually', requireReversal: false, httpStatus: 200, isReversed: false },
    { vendStatus: 'Failed', requireReversal: true, httpStatus: 422, isReversed: false },
    { vendStatus: 'Failed', requireReversal: false, httpStatus: 422, isReversed: false },
    { vendStatus: 'Reversed', requireReversal: false, httpStatus: 422, isReversed: true },
  ] as const)(
    'answers $httpStatus for $vendStatus with requireReversal $requireReversal',
    ({ vendStatus, requireReversal, httpStatus, isReversed }) => {
      const outcome = vendAnswer(record({ vendStatus, requireReversal }), false);
      expect(outcome).toMatchObject({
        httpStatus,
        status: httpStatus === 200,
        data: { vendStatus, requireReversal, isReversed },
      });
      expect((outcome.data as { statusCode?: string }).statusCode).toBe(httpStatus === 422 ? 'VEND_FAILED' : undefined);
      expect(outcome.meta.replayed).toBeUndefined();
    },
  );

  it('marks the answer to a repeated request as a replay', () => {
    expect(vendAnswer(record({}), true).meta.replayed).toBe(true);
    expect(vendAnswer(record({ vendStatus: 'Reversed' }), true).meta.replayed).toBe(true);
  });

  it('announces the return of the money only after it happened', () => {
    expect(vendAnswer(record({ vendStatus: 'Failed', requireReversal: true }), false).message).toMatch(
      /will be returned/,
    );
    expect(vendAnswer(record({ vendStatus: 'Reversed' }), false).message).toMatch(/was returned/);
  });
});
