import { type CpuProfile, drawFlameGraph, readFrames } from './flame-graph';

const frame = (functionName: string, url = ''): { functionName: string; url: string } => ({ functionName, url });

/** `main` calls `decide` of corebank, `query` of a package from two places of one function, and the collector runs. */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('(garbage collector)') },
    { id: 4, callFrame: frame('main', 'node:internal/main'), children: [5, 6, 7] },
    { id: 5, callFrame: frame('decide', 'file:///srv/dist/ledger/decide.js') },
    { id: 6, callFrame: frame('query', '/srv/node_modules/pg/client.js') },
    { id: 7, callFrame: frame('query', '/srv/node_modules/pg/client.js') },
  ],
  startTime: 1_000,
  samples: [5, 2, 3, 5, 6, 7, 5],
  timeDeltas: [100, 100, 100, 300, 100, 100, 700],
};
/** Without the first sample, which ends at 1,100, and the last one, which ends at 2,500. */
const LOAD = [1_101, 2_499] as const;

describe('The flame graph of a profile', () => {
  it('counts the time of samples within the load, without idle time', () => {
    expect(readFrames(PROFILE, ...LOAD)).toMatchObject({ name: 'all', totalUs: 600 });
    expect(readFrames(PROFILE, 0, 10_000)).toMatchObject({ totalUs: 1_400 });
  });

  it('adds up calls of one function below one caller, and says where a function comes from', () => {
    expect(readFrames(PROFILE, ...LOAD).children).toEqual([
      { name: '(garbage collector)', source: 'garbage', totalUs: 100, children: [] },
      {
        name: 'main main',
        source: 'node',
        totalUs: 500,
        children: [
          { name: 'decide decide.js', source: 'corebank', totalUs: 300, children: [] },
          { name: 'query client.js', source: 'packages', totalUs: 200, children: [] },
        ],
      },
    ]);
  });

  it('leaves out a sample that V8 wrote behind a later one', () => {
    const late = { ...PROFILE, timeDeltas: [100, 100, 100, 300, -50, 100, 700] };
    expect(readFrames(late, 0, 10_000).totalUs).toBe(1_300);
  });

  it('draws widths in proportion, with times for each operation', () => {
    const svg = drawFlameGraph(readFrames(PROFILE, ...LOAD), 'Time of a <transfer>', 2);
    expect(svg).toContain('<title>decide decide.js: 150.0 µs, 50.0 %</title>');
    expect(svg).toMatch(/decide\.js: [^]*?width="600\.0"/);
    expect(svg).toContain('Time of a &#60;transfer&#62;');
  });
});
