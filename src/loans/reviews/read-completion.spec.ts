import { readCompletion, REVIEW_MAX_LENGTH } from './read-completion';

const read = (body: Record<string, unknown>, status = 200): string | undefined =>
  readCompletion({ outcome: 'answered', status, body });
const saying = (content: unknown, finish: unknown = 'stop'): Record<string, unknown> => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
});

describe('readCompletion', () => {
  it('gives the text of the first choice', () => {
    expect(read({ ...saying('A sound loan.'), usage: {} })).toBe('A sound loan.');
    expect(read({ choices: [{ message: { content: 'One' } }, { message: { content: 'Two' } }] })).toBe('One');
  });

  it('cleans it of what databases and screens cannot bear, and keeps line breaks', () => {
    expect(read(saying(' One\r\n\tTwo\u0000\u001b[31m\u202e\ud800 '))).toBe('One\n\tTwo[31m\ufffd');
  });

  it('leaves markup as the text it is', () => {
    expect(read(saying('<script>alert(1)</script> {{x}}'))).toBe('<script>alert(1)</script> {{x}}');
  });

  it('takes a text that was cut by the provider', () => {
    expect(read(saying('Cut', 'length'))).toBe('Cut');
  });

  it('takes the longest text and no longer one', () => {
    expect(read(saying('x'.repeat(REVIEW_MAX_LENGTH)))).toHaveLength(REVIEW_MAX_LENGTH);
    expect(read(saying('x'.repeat(REVIEW_MAX_LENGTH + 1)))).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['no choices', {}],
    ['an empty list of choices', { choices: [] }],
    ['choices that are none', { choices: 'text' }],
    ['a choice that is none', { choices: [5] }],
    ['a null choice', { choices: [null] }],
    ['no message', { choices: [{ finish_reason: 'stop' }] }],
    ['a null message', { choices: [{ message: null }] }],
    ['a filtered text', saying(null, 'content_filter')],
    ['a filtered text with something left', saying('Some', 'content_filter')],
    ['content in parts', saying([{ type: 'text', text: 'x' }])],
    ['a blank text', saying(' \n\t ')],
    ['control characters alone', saying('\u0000')],
    ['an error', { error: { message: 'quota' } }],
  ])('has no text in %s', (_, body) => {
    expect(read(body)).toBeUndefined();
  });

  it.each([301, 400, 401, 404, 429])('has no text in an answer of status %d', (status) => {
    expect(read(saying('Text'), status)).toBeUndefined();
  });
});
