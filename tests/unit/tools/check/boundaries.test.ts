import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';

const root = join(import.meta.dirname, '../../../..');
const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[];
};

/**
 * The parts that are divided into rooms (folders). The import rule of each room is named `part/room`. A room may import only
 * the rooms before it.
 */
const parts = ['shared', 'services/catalog', 'services/orders', 'services/webhooks', 'services/gateway'];

/** For each room, a forbidden import of the next room. For the last room, an import of a file beside the rooms. */
const ofRooms = parts.flatMap((part) => {
  const rooms = config.forbidden.map(({ name }) => name).filter((name) => name.startsWith(`${part}/`));
  return rooms.map((room, index) => {
    const to = `#${rooms[index + 1] ?? part}/planted.ts`;
    return [room, { from: `${room}/imports-upward.ts`, to }] as const;
  });
});

/** For each import rule, a violation: a file and a forbidden import. */
const violations: Record<string, { from: string; to: string }> = {
  ...Object.fromEntries(ofRooms),
  'no-cycles': { from: 'shared/platform/mongo/one.ts', to: '#shared/platform/mongo/other.ts' },
  'no-orphans': { from: 'shared/platform/mongo/orphan.ts', to: '' },
  'services-apart': { from: 'services/orders/orders/order.ts', to: '#services/catalog/products/product.ts' },
  'gateway-has-no-data': { from: 'services/gateway/app.ts', to: '#shared/platform/mongo/connect.ts' },
  'rules-are-pure': { from: 'services/orders/cart/cart.ts', to: '#shared/platform/process/log.ts' },
  'the-kernel-is-pure': { from: 'shared/engine/decide/handler.ts', to: 'node:fs' },
  'shared-knows-no-service': {
    from: 'shared/engine/commands/batch.ts',
    to: '#services/catalog/products/product.ts',
  },
  'services-know-no-tools': { from: 'services/orders/worker.ts', to: '#tools/operate/audit.ts' },
  'deploy-stands-alone': { from: 'deploy/container/run.ts', to: '#tools/operate/audit.ts' },
  'tools-know-no-tests': { from: 'tools/operate/parked.ts', to: '../../tests/support/store.ts' },
  'tools-use-storage': { from: 'tools/operate/seed.ts', to: '#services/gateway/app.ts' },
  'the-checks-stand-alone': { from: 'tools/check/check.ts', to: '#tools/operate/audit.ts' },
  'clients-stand-alone': { from: 'clients/typescript/src/client.ts', to: 'node:http' },
  'example-shop-is-a-caller': {
    from: 'clients/example-shop/src/main.ts',
    to: '#shared/platform/mongo/connect.ts',
  },
  'clients-are-callers': { from: 'services/gateway/main.ts', to: '#clients/typescript/src/main.ts' },
  'console-is-a-caller': { from: 'console/data/client.tsx', to: '#shared/contracts/endpoints/orders.ts' },
  'rooms-apart': { from: 'console/orders/orders-page.tsx', to: '#console/today/today-page.tsx' },
  'console-shares-no-room': { from: 'console/parts/frameless.tsx', to: '#console/frame/frame.tsx' },
  'the-console-is-served': { from: 'tools/console/build-console.ts', to: '#console/main.tsx' },
  'engine-entries': { from: 'services/catalog/worker.ts', to: '#shared/engine/commands/batch-pump.ts' },
  'engine-entries-of-the-gateway': {
    from: 'services/gateway/app.ts',
    to: '#shared/engine/service/define-service.ts',
  },
  'engine-entries-of-operators': {
    from: 'tools/operate/parked.ts',
    to: '#shared/engine/commands/batch-pump.ts',
  },
  'platform-entries': { from: 'tools/operate/seed.ts', to: '#shared/platform/settings/kinds.ts' },
  'mongoose-in-storage': { from: 'services/orders/reads.ts', to: 'mongoose' },
  'amqplib-in-its-room': { from: 'shared/engine/commands/consume.ts', to: 'amqplib' },
  'bullmq-in-its-room': { from: 'shared/engine/commands/bulk-runner.ts', to: 'bullmq' },
  'express-at-the-edges': { from: 'services/orders/api.ts', to: 'express' },
  'joi-in-the-kit': { from: 'shared/contracts/endpoints/cart.ts', to: 'joi' },
};

test('the import rules in .dependency-cruiser.cjs cover every folder of the services, the contracts, the engine and the platform', () => {
  const folders = globSync(['services/*/*/', 'shared/contracts/', 'shared/{engine,platform}/*/'], {
    cwd: root,
  });
  const rooms = folders
    .map((folder) => folder.replace(/\/$/, ''))
    .filter((room) => !room.endsWith('/migrations'));
  expect(rooms.toSorted()).toEqual(ofRooms.map(([room]) => room).toSorted());
});

describe('import boundaries', () => {
  const tree = mkdtempSync(join(tmpdir(), 'storefront-walls-'));
  let reported: { rule: string; from: string }[] = [];

  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text, { flag: 'a' });
  };

  beforeAll(() => {
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
      cpSync(join(root, file), join(tree, file));
    for (const name of ['mongoose', 'amqplib', 'bullmq', 'express', 'joi'])
      plant(`node_modules/${name}/index.js`, '');
    for (const { from, to } of Object.values(violations)) {
      if (/[#.]/.test(to)) plant(to.replace(/^[#./]+/, ''), 'export {};\n');
      plant(from, to === '' ? 'export {};\n' : `import '${to}';\n`);
    }
    plant('shared/platform/mongo/other.ts', `import '#shared/platform/mongo/one.ts';\n`);
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--output-type',
        'json',
        'clients',
        'console',
        'services',
        'shared',
        'deploy',
        'tools',
        'tests',
      ],
      { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { rule: { name: string }; from: string }[] };
    };
    reported = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  test.each(config.forbidden.map(({ name }) => name))(
    'the import rule %s of .dependency-cruiser.cjs reports an import that violates it',
    (rule) => {
      expect(reported).toContainEqual({ rule, from: violations[rule]?.from });
    },
  );
});
