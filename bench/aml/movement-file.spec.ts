import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { movementsFrom } from './movement-file';
import type { LabelledMovement } from './town';

const HEAD = 'id,time,fromAccount,toAccount,amount,channel,label,instance,narration';
const FIRST = '1,2026-06-01T10:00:00+01:00,0123456789,0223456789,400000.00,interbank,,,invoice 17';

describe('A file of labelled movements', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'movements-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function read(name: string, text: string): Promise<LabelledMovement[]> {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const movements: LabelledMovement[] = [];
    for await (const movement of movementsFrom(file)) movements.push(movement);
    return movements;
  }

  it('gives both sides of a movement with its label', async () => {
    const mule = '2,1780304700,0223456789,0323456789,390000,INTERBANK,mule,ring-1,"urgent, please"';
    const movements = await read('a.csv', `\uFEFF${HEAD}\r\n${FIRST}\r\n${mule}\r\n`);
    expect(
      movements.map(({ movement: { direction, account, at, amountKobo } }) => [direction, account.id, at, amountKobo]),
    ).toStrictEqual([
      ['outflow', 1, Date.UTC(2026, 5, 1, 9), 40_000_000n],
      ['inflow', 2, Date.UTC(2026, 5, 1, 9), 40_000_000n],
      ['outflow', 2, Date.UTC(2026, 5, 1, 9, 5), 39_000_000n],
      ['inflow', 3, Date.UTC(2026, 5, 1, 9, 5), 39_000_000n],
    ]);
    expect(movements.map(({ label }) => label)).toStrictEqual([
      undefined,
      undefined,
      { kind: 'mule', instance: 'ring-1' },
      { kind: 'mule', instance: 'ring-1' },
    ]);
    expect(movements[2]!.movement).toMatchObject({ channel: 'interbank', narration: 'urgent, please' });
  });

  it('takes the names of columns of common files, and one JSON object a line', async () => {
    const [sent, received] = await read(
      'a.jsonl',
      '{"timestamp": 1780304400, "nameOrig": "C1", "nameDest": "C2", "amount": 12.5, "isFraud": 1, "step": 4}\n\n',
    );
    expect(sent).toMatchObject({ movement: { direction: 'outflow', amountKobo: 1_250n }, label: { kind: '1' } });
    expect(received).toMatchObject({ movement: { direction: 'inflow' }, label: { instance: 'line 1' } });
  });

  it.each([
    ['2026-06-01T23:30:00+01:00', Date.UTC(2026, 5, 1, 22, 30)],
    ['2026-06-01T22:30:00Z', Date.UTC(2026, 5, 1, 22, 30)],
    ['2026-06-02T04:00:00.5+0530', Date.UTC(2026, 5, 1, 22, 30, 0, 500)],
    ['2026-06-01T23:30:00', Date.UTC(2026, 5, 1, 22, 30)],
    ['2026-06-01 23:30', Date.UTC(2026, 5, 1, 22, 30)],
    ['2026-06-01', Date.UTC(2026, 4, 31, 23)],
  ])('has the time %s at the same instant on every machine, in Lagos where no zone is named', async (text, at) => {
    const [sent] = await read('zones.csv', `note,${HEAD.split(',').slice(1, 5).join(',')}\r\nx,${text},1,2,5\r\n`);
    expect(sent!.movement.at).toBe(at);
  });

  it.each([
    ['a bad amount', 'b.csv', `${HEAD}\n${FIRST}\n2,2026-06-01,1,2,1.005,,,,`, 'Line 3: amount "1.005" is no'],
    ['no amount', 'b.csv', `${HEAD}\n2,2026-06-01,1,2,,,,,`, 'Line 2: amount "" is no'],
    ['a bad time', 'b.csv', `${HEAD}\n2,yesterday,1,2,1,,,,`, 'Line 2: time "yesterday" is neither'],
    ['a time whose month is not certain', 'b.csv', `${HEAD}\n2,01/06/2026,1,2,1,,,,`, 'Line 2: time "01/06/2026"'],
    ['a day that its month lacks', 'b.csv', `${HEAD}\n2,2026-06-31T10:00,1,2,1,,,,`, 'Line 2: time'],
    ['no account', 'b.csv', `${HEAD}\n2,2026-06-01,,,1,,,,`, 'Line 2: a movement needs a from account'],
    ['an earlier time', 'b.csv', `${HEAD}\n${FIRST}\n2,2026-05-31,1,2,1,,,,`, 'Line 3: it is earlier than'],
    [
      'text of two lines before it',
      'b.csv',
      `${HEAD}\n${FIRST.replace('invoice 17', '"a\nb"')}\n2,x,1,2,1,,,,`,
      'Line 4: time',
    ],
    ['an open quotation mark', 'b.csv', `${HEAD}\n${FIRST}\n2,"x,1,2,1,,,,`, 'Line 3: '],
    ['no JSON', 'b.jsonl', '\n{"time": 1780304400, "from": 1, "amount": 1}\n{"time"', 'Line 3: it is no JSON.'],
    ['no JSON object', 'b.ndjson', 'null', 'Line 1: it is no JSON object.'],
  ])('is refused with its line for a row with %s', async (_, name, text, reason) => {
    await expect(read(name, text)).rejects.toThrow(reason);
  });
});
