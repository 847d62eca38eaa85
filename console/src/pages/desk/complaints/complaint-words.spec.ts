import { type Complaint, nextTimer, timersOf, timerState } from './complaint-words';

const COMPLAINT = {
  acknowledgeDueAt: '2026-11-25T10:00:00.000Z',
  acknowledgedAt: null,
  notifyDueAt: '2026-11-24T10:30:00.000Z',
  notifiedAt: '2026-11-24T10:20:00.000Z',
  concludeDueAt: '2026-12-14T23:00:00.000Z',
  concludedAt: null,
  refundDueAt: null,
  refundedAt: null,
} as Complaint;

describe('the time limits of a complaint about fraud', () => {
  it('leave out a refund that nobody has to pay', () => {
    expect(timersOf(COMPLAINT).map(({ key }) => key)).toStrictEqual(['notify', 'acknowledge', 'conclude']);
  });

  it('leave out what was not done before the conclusion, which ends it, and keep the refund', () => {
    const concluded = { ...COMPLAINT, concludedAt: '2026-11-26T10:00:00.000Z' };
    expect(timersOf(concluded).map(({ key }) => key)).toStrictEqual(['notify', 'conclude']);
    const upheld = { ...concluded, refundDueAt: '2026-11-28T10:00:00.000Z' };
    expect(nextTimer(upheld)?.key).toBe('refund');
  });

  it('have as next the first one that is not met', () => {
    expect(nextTimer(COMPLAINT)?.key).toBe('acknowledge');
    expect(nextTimer({ ...COMPLAINT, acknowledgedAt: 'x', concludedAt: 'x' })).toBeUndefined();
  });

  it.each([
    [null, '2026-11-25T09:59:00.000Z', 'Running'],
    [null, '2026-11-25T10:01:00.000Z', 'Overdue'],
    ['2026-11-25T10:00:00.000Z', '2026-11-26T00:00:00.000Z', 'Met'],
    ['2026-11-25T10:00:01.000Z', '2026-11-26T00:00:00.000Z', 'Late'],
  ])('are, met at %p and seen at %s, %s', (metAt, now, state) => {
    expect(timerState({ dueAt: COMPLAINT.acknowledgeDueAt, metAt }, Date.parse(now))).toBe(state);
  });
});
