import { dataUrl, formatDetails } from './file-format';

describe('dataUrl', () => {
  it('is a data URL that a browser opens', () => {
    expect(dataUrl('text/csv', Buffer.from('Ọ,1\n'))).toBe('data:text/csv;base64,4buMLDEK');
  });
});

describe('formatDetails', () => {
  it.each([
    ['PDF', 'application/pdf', 'pdf'],
    ['Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['CSV', 'text/csv', 'csv'],
  ] as const)('%s is %s, .%s', (format, mimeType, extension) => {
    expect(formatDetails(format)).toEqual({ mimeType, extension });
  });
});
