import { JwtService } from '@nestjs/jwt';
import request from 'supertest';
import { Tokens } from '../../src/auth/tokens';
import { Keyring } from '../../src/common/crypto/keyring';
import { Clock } from '../../src/common/time/clock';
import { AppModule } from '../../src/app.module';
import { createHttpApp } from '../../src/common/http/http-app';
import { seedSandbox } from '../../src/seed/seed-sandbox';
import { createTestDatabase } from '../support/database';
import { testConfig } from '../support/test-config';

describe('rotation of the master key', () => {
  it('goes on accepting tokens signed with the previous key, and signs with the new one', async () => {
    const { url, drop } = await createTestDatabase();
    const config = testConfig(url);
    const [previous] = config.masterKeys;
    const rotated = { ...config, masterKeys: [Buffer.alloc(32, 9), previous!] };
    const app = await createHttpApp(AppModule.forRoot(rotated), rotated);
    try {
      await seedSandbox(app);
      await app.listen(0, '127.0.0.1');
      const tokens = (keyring: Keyring): Tokens => new Tokens(keyring, new JwtService({}), new Clock(), config);
      const { accessToken } = await tokens(new Keyring([previous!])).issue('staff', 'STF002', 1);
      const me = async (token: string): Promise<number> => (await request(await app.getUrl()).get('/api/admin/v1/me').auth(token, { type: 'bearer' })).status;
      expect(await me(accessToken)).toBe(200);
      expect(await me((await tokens(new Keyring([Buffer.alloc(32, 8)])).issue('staff', 'STF002', 1)).accessToken)).toBe(401);
      const [header] = (await app.get(Tokens, { strict: false }).issue('staff', 'STF002', 1)).accessToken.split('.');
      expect(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid).toBe(new Keyring([Buffer.alloc(32, 9)]).deriveAll('any')[0]!.keyId);
    } finally {
      await app.close();
      await drop();
    }
  });
});
