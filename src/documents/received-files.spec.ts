import { createHash } from 'node:crypto';
import { DOCUMENT_SIZE_MAX_BYTES } from './base64url-decoder';
import { ReceivedFiles } from './received-files';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('ReceivedFiles', () => {
  it('gives each file under the digest of its bytes', () => {
    const files = new ReceivedFiles();
    files.write(Buffer.from('fir'));
    files.write(Buffer.from('st'));
    const first = files.end();
    files.write(Buffer.from('second'));
    const second = files.end();
    expect([first, second]).toEqual([sha256('first'), sha256('second')]);
    const documents = [{ content: second }, { content: first }, { content: second }];
    expect(files.of(documents).map(String)).toEqual(['second', 'first', 'second']);
    expect(files.of(undefined)).toEqual([]);
  });

  it('refuses more than 10 MB altogether', () => {
    const files = new ReceivedFiles();
    files.write(Buffer.alloc(DOCUMENT_SIZE_MAX_BYTES - 1));
    files.end();
    files.write(Buffer.alloc(1));
    expect(() => files.write(Buffer.alloc(1))).toThrow(expect.objectContaining({ code: 'DOCUMENT_TOO_LARGE' }));
  });

  it('knows no file under a digest that it did not give', () => {
    expect(() => new ReceivedFiles().of([{ content: sha256('another') }])).toThrow('A document has no file');
  });
});
