import { eventText, lastEventId } from './event-stream';

describe('eventText', () => {
  it('writes name, position and one line of data', () => {
    expect(eventText({ event: 'hold', id: 7, data: { note: 'two\nlines' } })).toBe(
      'event: hold\nid: 7\ndata: {"note":"two\\nlines"}\n\n',
    );
    expect(eventText({ event: 'work', data: null })).toBe('event: work\ndata: null\n\n');
  });
});

describe('lastEventId', () => {
  it.each([
    ['17', 17],
    ['0', 0],
    ['', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['9'.repeat(16), undefined],
    [undefined, undefined],
    [['1', '2'], undefined],
  ])('reads %j as %j', (header, position) => expect(lastEventId(header)).toBe(position));
});
