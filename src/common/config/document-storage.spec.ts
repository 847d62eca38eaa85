import { type AppConfig, loadAppConfig } from './app-config';

const KEYS = { S3_REGION: 'eu-west-1', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const load = (variables: Record<string, string>): AppConfig =>
  loadAppConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/x',
    COREBANK_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...variables,
  });

describe('document storage configuration', () => {
  it('defaults to the database', () => {
    expect(load({})).toMatchObject({ documentStorage: 'postgres', s3: undefined });
  });

  it('accepts S3, with the bucket in the host name at Amazon and in the path elsewhere', () => {
    expect(load({ DOCUMENT_STORAGE: 's3', ...KEYS })).toMatchObject({
      documentStorage: 's3',
      s3: { region: 'eu-west-1', bucket: 'files', endpoint: undefined, forcePathStyle: false },
    });
    expect(load({ DOCUMENT_STORAGE: 's3', ...KEYS, S3_ENDPOINT: 'http://minio:9000' }).s3).toMatchObject({
      endpoint: 'http://minio:9000',
      forcePathStyle: true,
    });
    expect(load({ ...KEYS })).toMatchObject({ documentStorage: 'postgres', s3: { bucket: 'files' } });
  });

  it.each([
    ['S3_REGION', { DOCUMENT_STORAGE: 's3', ...KEYS, S3_REGION: '' }],
    ['S3_BUCKET', { DOCUMENT_STORAGE: 's3', ...KEYS, S3_BUCKET: '' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'files' }],
    ['S3_SECRET_ACCESS_KEY', { DOCUMENT_STORAGE: 's3' }],
    ['S3_ENDPOINT', { DOCUMENT_STORAGE: 's3', ...KEYS, S3_ENDPOINT: 'minio:9000' }],
    ['DOCUMENT_STORAGE', { DOCUMENT_STORAGE: 'disk' }],
    ['DOCUMENT_UPLOADS_MAX', { DOCUMENT_UPLOADS_MAX: '0' }],
  ])('refuses a wrong %s at boot and names it', (name, variables) => {
    expect(() => load(variables)).toThrow(new RegExp(`${name} `));
  });
});
