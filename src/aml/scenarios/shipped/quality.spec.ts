import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { movementsFrom } from '../../../../bench/aml/movement-file';
import { measureQuality, QualityCount, shippedSets } from '../../../../bench/aml/quality';
import type { LabelledMovement } from '../../../../bench/aml/town';
import { MovementFold } from '../movement-fold';
import { DEFAULT_WINDOW_SETTINGS } from '../window-state';

const total = (map: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...map.values()].reduce((sum, { size }) => sum + size, 0);

describe('the shipped scenarios over generated traffic', () => {
  // The benchmark measures twenty towns; one small town shows in a second that nothing has come loose.
  it('find nearly all schemes of a town without flooding the desk', () => {
    const count = measureQuality({ seed: 1, towns: 1, people: 120, days: 75 });
    expect(count.instances.size).toBe(35);
    expect(total(count.caught)).toBeGreaterThanOrEqual(32);
    expect((count.alerts * 1_000) / count.movements).toBeLessThan(12);
  });

  it('are the same for the same seed, and other ones for another', () => {
    const figures = (seed: number): number[] => {
      const { movements, alerts, trueAlerts } = measureQuality({ seed, towns: 1, people: 20, days: 75 });
      return [movements, alerts, trueAlerts];
    };
    expect(figures(7)).toEqual(figures(7));
    expect(figures(7)).not.toEqual(figures(8));
  });
});

describe('a file of labelled movements', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'movements-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function read(name: string, content: string): Promise<LabelledMovement[]> {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const movements: LabelledMovement[] = [];
    for await (const movement of movementsFrom(file)) movements.push(movement);
    return movements;
  }

  const CSV = [
    'ID,From Account,to_account,AMOUNT,Time,channel,label,whatever',
    '1,A,B,400000.25,2026-06-01T10:00:00+01:00,interbank,,x',
    '2,B,C,390000,2026-06-01T10:25:00+01:00,fax,mule,x,y',
  ].join('\n');

  it('gives both sides of each movement, whatever the case and order of its columns', async () => {
    const movements = await read('movements.csv', CSV);
    expect(movements.map(({ movement, label }) => [movement.direction, movement.account.id, label?.kind])).toEqual([
      ['outflow', 1, undefined],
      ['inflow', 2, undefined],
      ['outflow', 2, 'mule'],
      ['inflow', 3, 'mule'],
    ]);
    expect(movements[0]!.movement).toMatchObject({
      amountKobo: 400_000_25n,
      at: Date.UTC(2026, 5, 1, 9),
      channel: 'interbank',
      counterparty: { accountId: 2 },
    });
    expect(movements[2]!.movement.channel).toBe('transfer');
  });

  it('is JSON lines too, and gives the same verdicts', async () => {
    const rows = [
      { id: 1, time: 1_780_304_400, fromAccount: 'A', toAccount: 'B', amount: 400_000.25, channel: 'interbank' },
      { id: 2, time: 1_780_305_900_000, from: 'B', to: 'C', amount: '390000', label: 'mule', extra: { a: 1 } },
    ];
    const movements = await read('movements.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const csv = await read('same.csv', CSV);
    const bare = ({ movement: { at, account, direction } }: LabelledMovement): unknown[] => [at, account.id, direction];
    expect(movements.map(bare)).toEqual(csv.map(bare));

    const count = new QualityCount(shippedSets());
    const fold = new MovementFold({ settings: DEFAULT_WINDOW_SETTINGS });
    for (const movement of movements) count.add(movement, fold);
    expect([total(count.caught), count.alerts, count.trueAlerts, count.movements]).toEqual([1, 2, 2, 4]);
  });

  it.each([
    ['an amount that is none', 'from,to,amount,time\nA,B,many,2026-06-01', 'Line 2: amount "many"'],
    ['an amount below zero', 'from,to,amount,time\nA,B,-5,2026-06-01', 'Line 2: amount "-5"'],
    ['a time that is none', 'from,to,amount,time\nA,B,5,2026-06-01\nA,B,5,soon', 'Line 3: time "soon"'],
    ['no account', 'from,to,amount,time\n,,5,2026-06-01', 'Line 2: a movement needs a from account'],
  ])('with %s is refused with its line', async (_title, content, reason) => {
    await expect(read('bad.csv', content)).rejects.toThrow(reason);
  });
});
