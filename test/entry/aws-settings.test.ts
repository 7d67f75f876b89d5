import { describe, expect, test } from 'vitest';
import { FUNCTION_VARIABLES, readVariables, VARIABLES } from '../../lambdas/runtime/aws-settings.ts';

describe('the environment of a deployed function', () => {
  test('is read part by part, even if other parts are incomplete', () => {
    const links = readVariables(VARIABLES.links, { PUBLIC_URL: 'https://api.example.com/', MAIL_FROM: '' });
    expect(links).toEqual({ PUBLIC_URL: 'https://api.example.com' });
  });

  test('has every missing, empty or wrong variable named at once', () => {
    const environment = {
      DATABASE_HOST: '',
      DATABASE_NAME: 'service',
      DATABASE_SECRET_ARNS: '{"service":"arn:aws:1"}',
    };
    expect(() => readVariables(VARIABLES.database, environment)).toThrow(
      /DATABASE_HOST: [\s\S]*DATABASE_SECRET_ARNS\.system: /,
    );
    expect(() => readVariables(VARIABLES.operator, { ADMIN_TOKEN_ARN: 'secret' })).toThrow(
      'ADMIN_TOKEN_ARN: must be an ARN',
    );
  });

  test.each(['not JSON', '[]', '{"service":"x","system":"arn:aws:2"}'])('refuses %s as a set of secrets', (text) => {
    const environment = { DATABASE_HOST: 'db', DATABASE_NAME: 'service', DATABASE_SECRET_ARNS: text };
    expect(() => readVariables(VARIABLES.database, environment)).toThrow(/DATABASE_SECRET_ARNS/);
  });

  test('has defaults for optional variables', () => {
    expect(readVariables(VARIABLES.api, { UPLOADS: 'fargate' })).toEqual({
      UPLOADS: 'fargate',
      RATE_LIMIT_PER_MINUTE: 6000,
      DELETIONS: 'by_purge',
    });
    const arns = '{"service":"arn:aws:1","system":"arn:aws:2"}';
    const database = { DATABASE_HOST: 'db', DATABASE_NAME: 'service', DATABASE_SECRET_ARNS: arns };
    expect(readVariables(VARIABLES.database, database)).toMatchObject({ DATABASE_PORT: 5432 });
  });

  test('names the owner only for the functions that migrate and rotate', () => {
    const told = Object.entries(FUNCTION_VARIABLES).filter(([, sets]) => sets.some((set) => set === 'owner'));
    expect(told.map(([name]) => name)).toEqual(['migrate-database', 'rotate-login']);
  });
});
