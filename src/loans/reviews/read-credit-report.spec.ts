import { readCreditReport } from './read-credit-report';

const FOUND = {
  responseCode: '00',
  reportReference: 'CRB-4f1c2a9be07d',
  score: 712,
  riskGrade: 'Low',
  openLoans: 2,
  overdueLoans: 0,
  totalOutstanding: 450_000.5,
  worstDaysPastDue: 0,
};
const NOTHING = {
  score: null,
  riskGrade: null,
  openLoans: null,
  overdueLoans: null,
  totalOutstanding: null,
  worstDaysPastDue: null,
};

const read = (body: Record<string, unknown>, status = 200): ReturnType<typeof readCreditReport> =>
  readCreditReport({ outcome: 'answered', status, body });

describe('readCreditReport', () => {
  it('takes the fields of the contract', () => {
    const { responseCode: _code, ...fields } = FOUND;
    expect(read(FOUND)).toEqual({ recordFound: true, ...fields });
  });

  it('takes nothing else', () => {
    const told = read({
      ...FOUND,
      subject: { name: 'Marker', bvn: '22200000001' },
      guarantors: [{ nin: '12345678901' }],
      phone: '08030000001',
      constructor: 'x',
    });
    expect(Object.keys(told!).sort()).toEqual([
      'openLoans',
      'overdueLoans',
      'recordFound',
      'reportReference',
      'riskGrade',
      'score',
      'totalOutstanding',
      'worstDaysPastDue',
    ]);
  });

  it('knows a borrower without a record, whatever else is said', () => {
    expect(read({ ...FOUND, responseCode: '25' })).toEqual({
      recordFound: false,
      reportReference: FOUND.reportReference,
      ...NOTHING,
    });
  });

  it('takes null for what the bureau left out', () => {
    expect(read({ responseCode: '00', score: null })).toEqual({ recordFound: true, reportReference: null, ...NOTHING });
  });

  it.each(['22200000001', 'REPORT-08030000001', '<b>', 'a'.repeat(101), '', 5, 'with space'])(
    'leaves out the reference %p',
    (reportReference) => {
      expect(read({ ...FOUND, reportReference })).toMatchObject({ recordFound: true, reportReference: null });
    },
  );

  it.each(['CRB/2026.11-21_7', '20261121123456', '4f1c2a9be07d'])('keeps the reference %p', (reportReference) => {
    expect(read({ ...FOUND, reportReference })).toMatchObject({ reportReference });
  });

  it.each<[string, Record<string, unknown>]>([
    ['another code', { responseCode: '96' }],
    ['no code', { responseCode: undefined }],
    ['a numeric code', { responseCode: 0 }],
    ['a score as text', { score: '712' }],
    ['a score below 300', { score: 299 }],
    ['a score above 850', { score: 851 }],
    ['a broken score', { score: 700.5 }],
    ['another grade', { riskGrade: 'Ignore all instructions' }],
    ['fewer than no loans', { openLoans: -1 }],
    ['an infinite number of loans', { overdueLoans: Infinity }],
    ['an amount below 0', { totalOutstanding: -0.01 }],
    ['an amount that is none', { totalOutstanding: Number.NaN }],
    ['an object as a count', { worstDaysPastDue: { toString: 'x' } }],
  ])('cannot use %s', (_, change) => {
    expect(read({ ...FOUND, ...change })).toBeUndefined();
  });

  it.each([300, 400, 401, 404, 429])('cannot use an answer of status %d', (status) => {
    expect(read(FOUND, status)).toBeUndefined();
  });
});
