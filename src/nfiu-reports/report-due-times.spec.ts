import { alarmTime, deadlinesOf, type DueTimes, parseBases, strDueTimes } from './report-due-times';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 24) + hour * 3_600_000);
const HOURS = { suspicion: 24, transaction: 72, detection: 96 };
const REPORT: DueTimes = {
  kind: 'STR',
  status: 'draft',
  dueAt: at(34),
  suspicionDueAt: at(34),
  transactionDueAt: at(30),
  detectionDueAt: at(50),
  submittedAt: null,
  outcomeAt: null,
};

describe('the due times of a suspicious transaction report', () => {
  it('count from the suspicion, the transaction and the detection', () => {
    const due = strDueTimes({ suspicion: at(10), transaction: at(0), detection: at(5) }, HOURS);
    expect(due).toEqual({ suspicion: at(34), transaction: at(72), detection: at(101) });
  });

  it('leave out the transaction of a report about activity', () => {
    expect(strDueTimes({ suspicion: at(10), transaction: null, detection: null }, HOURS)).toEqual({
      suspicion: at(34),
      transaction: null,
      detection: null,
    });
  });

  it('raise the alarm at the earliest that the institution counts', () => {
    const due = { suspicion: at(34), transaction: at(30), detection: at(50) };
    expect(alarmTime(due, ['suspicion'])).toEqual(at(34));
    expect(alarmTime(due, ['suspicion', 'detection', 'transaction'])).toEqual(at(30));
    expect(alarmTime(due, ['detection'])).toEqual(at(50));
    expect(alarmTime({ ...due, transaction: null }, ['transaction'])).toEqual(at(34));
  });

  it('are shown with the lapsed ones, also those that raise no alarm', () => {
    expect(deadlinesOf(REPORT, at(31))).toEqual([
      { basis: 'transaction', dueAt: at(30), isAlarm: false, isLapsed: true },
      { basis: 'suspicion', dueAt: at(34), isAlarm: true, isLapsed: false },
      { basis: 'detection', dueAt: at(50), isAlarm: false, isLapsed: false },
    ]);
  });

  it.each([
    ['of a filed report lapse only before its filing', { status: 'submitted', submittedAt: at(33) }, 1],
    ['of a withdrawn report lapse only before its withdrawal', { status: 'withdrawn', outcomeAt: at(29) }, 0],
    ['of a rejected report go on, as it must be filed again', { status: 'rejected', submittedAt: at(29) }, 3],
  ] as const)('%s', (_title, change, lapsed) => {
    expect(deadlinesOf({ ...REPORT, ...change }, at(99)).filter(({ isLapsed }) => isLapsed)).toHaveLength(lapsed);
  });

  it('of a currency transaction report are one, from its business date', () => {
    const ctr: DueTimes = {
      ...REPORT,
      kind: 'CTR',
      suspicionDueAt: null,
      transactionDueAt: null,
      detectionDueAt: null,
    };
    expect(deadlinesOf(ctr, at(40))).toEqual([
      { basis: 'business-date', dueAt: at(34), isAlarm: true, isLapsed: true },
    ]);
  });

  it.each([
    ['suspicion', ['suspicion']],
    ['transaction, detection', ['transaction', 'detection']],
    ['', undefined],
    ['suspicion,suspicion', undefined],
    ['filing', undefined],
  ])('count by the setting "%s"', (text, bases) => {
    expect(parseBases(text)).toEqual(bases);
  });
});
