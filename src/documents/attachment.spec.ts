import { attachment } from './attachment';

describe('attachment', () => {
  it.each([
    ['passport.pdf', 'passport.pdf', 'passport.pdf'],
    ['Adé Òkè.pdf', 'Ad_ _k_.pdf', 'Ad%C3%A9%20%C3%92k%C3%A8.pdf'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\windows\\a.png', 'a.png', 'a.png'],
    ['folder/', 'document', 'document'],
    ['..', 'document', 'document'],
    ['.htaccess', 'htaccess', 'htaccess'],
    ['a"b;c.pdf', 'a_b;c.pdf', 'a%22b%3Bc.pdf'],
    ["it's (1)*.pdf", "it's (1)*.pdf", 'it%27s%20%281%29%2A.pdf'],
    ['a\r\nset-cookie: x.pdf', 'a__set-cookie: x.pdf', 'a__set-cookie%3A%20x.pdf'],
    ['fdp\u202eexe.pdf', 'fdp_exe.pdf', 'fdp_exe.pdf'],
    ['half\ud800.pdf', 'half_.pdf', 'half_.pdf'],
  ])('makes the file name %p safe', (fileName, plain, encoded) => {
    expect(attachment(fileName)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  });

  it('shortens a long name and keeps its extension', () => {
    const [, plain] = /filename="([^"]+)"/.exec(attachment(`${'a'.repeat(400)}.pdf`))!;
    expect(plain).toBe(`${'a'.repeat(246)}.pdf`);
  });
});
