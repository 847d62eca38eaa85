import { hashPassword, verifyPassword } from './password-hash';

describe('password hashing', () => {
  it('accepts the password that was hashed and no other', async () => {
    const passwordHash = await hashPassword('correct horse ₦');
    await expect(verifyPassword(passwordHash, 'correct horse ₦')).resolves.toBe(true);
    await expect(verifyPassword(passwordHash, 'correct horse')).resolves.toBe(false);
    await expect(verifyPassword(passwordHash, '')).resolves.toBe(false);
  });

  it('writes its parameters into the hash and uses a new salt every time', async () => {
    const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(first).not.toBe(second);
  });

  it.each(['', 'plain', '$argon2id$', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1,t=0,p=0$AAAA$AAAA'])(
    'answers false for the malformed hash %p',
    async (malformed) => {
      await expect(verifyPassword(malformed, 'password')).resolves.toBe(false);
    },
  );
});
