import { ConsoleDocument, firstAnswer, type PageFacts } from './console-document';

const page = (...files: string[]): PageFacts => ({
  files: files.map((file) => `assets/${file}.js`),
  title: '',
  intro: '',
  read: '',
});
const ofConsole = new ConsoleDocument(
  {
    '/login': { ...page('login'), title: 'Sign in', intro: 'For staff.' },
    '/password': page('password'),
    '/loans': { ...page('loans'), title: 'Loans & groups', intro: 'All <loans>.' },
    '/loans/$id': {
      ...page('loan', 'card'),
      title: 'Loan $id',
      read: '/api/loans/$id',
      numbered: [{ pattern: String.raw`^\d{10}$`, read: '/api/loans?Number=$id' }],
      firstText: 'of.name',
    },
    '/holds/$id': { ...page('holds'), title: 'Holds', read: '/api/holds/$id', firstText: 'reason', isCase: true },
    '/loans/simulate': page('simulate'),
    '/loans/$id/schedule/$number': page('schedule'),
  },
  {
    page: '<p>{{title}}</p><p>{{intro}}</p>{{record}}',
    record: '<u>{{lines}}</u>',
    case: '<i>{{lines}}</i>',
    signIn: '<b>{{title}}</b>',
  },
  '/console/',
);
const SCRIPT = /rel="modulepreload" crossorigin href="([^"]+)"/g;
const READ = /rel="preload" as="fetch" crossorigin href="([^"]+)"/g;

const named = (path: string, hasSession: boolean, kind: RegExp): string[] =>
  [...ofConsole.links(path, hasSession).matchAll(kind)].map(([, href]) => href!);

describe('the document of a page of the console', () => {
  it('has the scripts of the page', () => {
    expect(named('/loans/77', true, SCRIPT)).toStrictEqual(['/console/assets/loan.js', '/console/assets/card.js']);
    expect(named('/loans/77/schedule/3', true, SCRIPT)).toStrictEqual(['/console/assets/schedule.js']);
  });

  it('prefers a path of its own to one with any part', () => {
    expect(named('/loans/simulate', true, SCRIPT)).toStrictEqual(['/console/assets/simulate.js']);
  });

  it('has the first reads of the session', () => {
    const reads = ['/api/admin/v1/session', '/api/admin/v1/work', '/api/admin/v1/me/preferences'];
    expect(named('/loans/77', true, READ)).toStrictEqual(reads);
    expect(named('/not-a-page', true, READ)).toStrictEqual(reads);
  });

  it('is that of the sign-in for staff without a session, and has nothing of the page they asked for', () => {
    expect(ofConsole.links('/loans/77', false)).toBe(ofConsole.links('/login', false));
    expect(ofConsole.firstPicture('/loans', false)).toBe('<b>Sign in</b>');
  });

  it('has the script of the sign-in and no read there, with and without a session', () => {
    for (const hasSession of [true, false]) {
      expect(named('/login', hasSession, SCRIPT)).toStrictEqual(['/console/assets/login.js']);
      expect(named('/login', hasSession, READ)).toStrictEqual([]);
    }
  });

  it('shows the title and the introduction of the page before any script has run', () => {
    expect(ofConsole.firstPicture('/loans', true)).toBe('<p>Loans &amp; groups</p><p>All &lt;loans&gt;.</p>');
    expect(ofConsole.firstPicture('/loans/77', true)).toBe('<p>Loan 77</p><p></p>');
  });

  it('shows nothing first for an address that is no page, and for a page without a head', () => {
    expect(ofConsole.firstPicture('/not-a-page', true)).toBe('');
    expect(ofConsole.firstPicture('/password', false)).toBe('');
  });

  it('repeats nothing of an address but numbers and codes', () => {
    const attack = '/loans/"><script>';
    expect(ofConsole.links(attack, true)).not.toContain('<script>');
    expect(ofConsole.firstPicture(attack, true)).toBe('<p>Loan </p><p></p>');
    expect(ofConsole.links('/"><script>', false)).toBe(ofConsole.links('/login', false));
  });

  const recordOf = (data: unknown): { address: string; body: string } => ({
    address: '/api/loans/77',
    body: JSON.stringify({ status: true, message: 'Successful', data }),
  });

  it('reads a record by the number that its address has instead of an id', () => {
    expect(ofConsole.recordRead('/loans/0000000585')).toBe('/api/loans?Number=0000000585');
    const found = recordOf({ data: [{ of: { name: 'Ade' }, state: 'Active' }] });
    expect(ofConsole.firstPicture('/loans/0000000585', true, found)).toBe('<p>Ade</p><p></p><u>State: Active</u>');
    expect(ofConsole.firstPicture('/loans/0000000585', true, recordOf({ data: [] }))).not.toContain('<u>');
  });

  it('shows what a record says below its heading, each once, without days, keys and the codes of its lists', () => {
    const record = {
      id: 7,
      version: '6303d472d8d675e6',
      madeAt: '2026-11-29T19:20:51.638Z',
      birthDate: '1990-04-23',
      customerID: '00000029',
      email: null,
      of: { name: 'Eze Ngozi', homeAddress: '12 <Marina> Road' },
      movements: [
        { side: 'credit', narration: 'Rent of May' },
        { side: 'debit', narration: 'Rent of May' },
      ],
    };
    expect(ofConsole.firstPicture('/loans/77', true, recordOf(record))).toBe(
      '<p>Eze Ngozi</p><p></p>' +
        '<u>Customer ID: 00000029\nHome address: 12 &lt;Marina&gt; Road\nNarration: Rent of May</u>',
    );
    const held = { status: 'Held', reason: 'Above ₦5' };
    expect(ofConsole.firstPicture('/holds/77', true, recordOf(held))).toContain('<i>Above ₦5\nStatus: Held</i>');
  });

  it('names the read of a record, and none for a list, the next case of a queue or an odd address', () => {
    expect(ofConsole.recordRead('/loans/77')).toBe('/api/loans/77');
    for (const path of ['/loans', '/loans/simulate', '/holds/next', '/loans/..%2fstaff', '/loans/a?b', '/not-a-page'])
      expect(ofConsole.recordRead(path)).toBeUndefined();
  });

  it('shows the heading of a record, or the first lines of a case below the head of its queue, as text', () => {
    const loan = recordOf({ of: { name: '<b>Ade & $& Sons</b>' } });
    expect(ofConsole.firstPicture('/loans/77', true, loan)).toBe(
      '<p>&lt;b&gt;Ade &amp; $&amp; Sons&lt;/b&gt;</p><p></p>',
    );
    const hold = recordOf({ reason: 'Above <₦5,000,000>' });
    expect(ofConsole.firstPicture('/holds/77', true, hold)).toBe('<p>Holds</p><p></p><i>Above &lt;₦5,000,000&gt;</i>');
  });

  it('has the head alone where the record has no such text', () => {
    for (const data of [null, {}, { of: null }, { of: { name: 5 } }])
      expect(ofConsole.firstPicture('/loans/77', true, recordOf(data))).toBe('<p>Loan 77</p><p></p>');
  });

  it('has the answer of a record in an element that no text of the record can leave', () => {
    const answer = recordOf({ narration: '</script><script>alert(1)</script><!--' });
    const element = firstAnswer(answer);
    const [, inside] = /^<script type="application\/json" id="first-answer" [^>]*>(.*)<\/script>$/.exec(element)!;
    expect(inside).not.toContain('<');
    expect(JSON.parse(inside!)).toStrictEqual(JSON.parse(answer.body));
  });
});
