import { readFileSync } from 'node:fs';
import { CLIENT_SCOPES } from '../../common/http/client-scopes';
import { EVENT_TYPES, eventsOf, eventTypeOf, placeOfEventId } from './event-catalogue';

const AT = new Date('2026-11-21T09:00:00Z');
const types = EVENT_TYPES.map(eventTypeOf);

const recordOf = (
  type: string,
  row: Record<string, string | number | boolean | null>,
): Parameters<typeof eventsOf>[0] => ({
  institutionId: 1,
  seq: 7,
  audience: null,
  parts: [{ type, row }],
  at: AT,
});

describe('the catalogue of events', () => {
  it('has each type once, with a scope that clients can have', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    expect(types.filter(({ scope }) => !CLIENT_SCOPES.includes(scope))).toEqual([]);
    expect(EVENT_TYPES.length).toBeGreaterThan(40);
  });

  it('is the table of docs/api/events.md', () => {
    const page = readFileSync('docs/api/events.md', 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \| `([a-z:-]+)` \|/gm)].map(([, type, scope]) => [
      type,
      scope,
    ]);
    expect(rows).toEqual(types.map(({ type, scope }) => [type, scope]));
  });

  it('shows nothing of a hold or an approval that a client must not see', () => {
    const columns = types.filter(({ ownOnly }) => ownOnly).flatMap(({ fields }) => fields.map(({ column }) => column));
    const confidential = ['nonce', 'note', 'end_note', 'rule_id', 'rule_name', 'threshold_kobo', 'window_kobo'];
    expect(columns.filter((column) => confidential.includes(column))).toEqual([]);
    expect(types.filter(({ type }) => /^(hold|approval)\./.test(type)).every(({ ownOnly }) => ownOnly)).toBe(true);
  });
});

describe('eventsOf', () => {
  it('shows kobo in Naira, instants in UTC, ids as numbers, and null for a column that the row does not have', () => {
    const row = {
      reference: 'R1',
      posting_id: 20014,
      amount_kobo: 26_214_407,
      balance_kobo: '104857600',
      account_number: '5000112345',
      narration: 'Invoice',
      kind: 'transfer',
      business_date: '2026-11-21',
      posted_at: '2026-11-21T10:00:00.123+01:00',
      role: 'principal',
      status: 'never shown',
    };
    expect(eventsOf(recordOf('account.credited', row))).toEqual([
      {
        seq: 7,
        part: 0,
        audience: null,
        body: {
          id: 'evt-1-7-0',
          type: 'account.credited',
          timestamp: '2026-11-21T09:00:00.000Z',
          sequence: 7,
          resource: { type: 'account', id: '5000112345' },
          data: {
            accountNumber: '5000112345',
            amount: 262_144.07,
            reference: 'R1',
            postingReferenceNumber: 'PST000000020014',
            kind: 'transfer',
            narration: 'Invoice',
            businessDate: '2026-11-21',
            postedAt: '2026-11-21T09:00:00.123Z',
            reversal: null,
            balance: 1_048_576,
            role: 'principal',
          },
        },
      },
    ]);
  });

  it('leaves out a type that the catalogue does not know any more, and keeps the places of the others', () => {
    const record = recordOf('account.opened', { account_number: '1' });
    record.parts.unshift({ type: 'account.forgotten', row: {} });
    expect(eventsOf(record).map(({ part, body }) => [part, body.id])).toEqual([[1, 'evt-1-7-1']]);
  });
});

describe('placeOfEventId', () => {
  it('reads the number and the place of an own event', () =>
    expect(placeOfEventId(1, 'evt-1-4211-2')).toEqual({ seq: 4211, part: 2 }));

  it.each(['evt-2-4211-0', 'evt-1-4211', 'evt-1--0', 'evt-1-4211-0 ', '4211'])('refuses %s', (id) =>
    expect(placeOfEventId(1, id)).toBeUndefined(),
  );
});
