import { passwordProblem } from './password-rules';

describe('passwordProblem', () => {
  const context = { email: 'Ngozi.Adeyemi@bank.example', institutionName: 'Marina Microfinance Bank' };

  it.each([
    'correct horse battery staple',
    'a brand new password',
    'vK9-tree-lamp-41',
    '83749274920174',
    'ọjọ́ kan pẹ̀lú ìrètí',
    'tango marina sunflower',
  ])('accepts %j', (password) => {
    expect(passwordProblem(password, context)).toBeUndefined();
  });

  it.each([
    ['password1234', 'is on the list of common passwords'],
    ['PassWord1234', 'is on the list of common passwords'],
    ['password!!!!!!2026', 'is on the list of common passwords'],
    ['1234password5678', 'is on the list of common passwords'],
    ['passwordpassword', 'is on the list of common passwords'],
    ['q1w2e3r4t5y6', 'is on the list of common passwords'],
    ['ｐａｓｓｗｏｒｄ１２３４', 'is on the list of common passwords'],
    ['aaaaaaaaaaaa', 'repeats a few characters'],
    ['abcabcabcabc', 'repeats a few characters'],
    ['abcdefghijklm', 'is a sequence of characters'],
    ['987654321098', 'is a sequence of characters'],
    ['123456789012', 'is a sequence of characters'],
    ['ngoziadeyemi-1', 'contains your e-mail address'],
    ['my NGOZI.ADEYEMI key', 'contains your e-mail address'],
    ['corebank20262026', 'is the name of the institution or of the program with additions'],
    ['Microfinance2026', 'is the name of the institution or of the program with additions'],
    ['Marina Microfinance Bank 1', 'is the name of the institution or of the program with additions'],
    ['short       ', 'has fewer than 12 characters beside spaces at its ends'],
  ])('refuses %j', (password, problem) => {
    expect(passwordProblem(password, context)).toBe(problem);
  });

  it('answers about the longest password quickly', () => {
    const startedAt = performance.now();
    passwordProblem('ab'.repeat(63) + 'ac', context);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
