import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '#tools/clients/run-tool.ts';
import { debianProgram, pythonPackages, workFolder } from './install.ts';
import type { Stranger } from './stranger.ts';

/** Ways to keep connections open, with the options of slowhttptest for each. */
const slowAttacks = {
  'slow headers': ['-H', '-i', '2'],
  'a slow body': ['-B', '-i', '2', '-s', '8192'],
  'slow reading': ['-X', '-k', '3', '-w', '10', '-y', '20', '-n', '2', '-z', '32'],
};

export const slowhttptest: Stranger = {
  proves: 'the gateway stays available while 200 connections of slowhttptest send or read slowly',
  judge: async (store) => {
    const { url } = await store();
    const program = await debianProgram('slowhttptest', 'slowhttptest');
    mkdirSync(workFolder, { recursive: true });
    const found: string[] = [];
    for (const [name, attack] of Object.entries(slowAttacks)) {
      const report = join(workFolder, 'slowhttptest');
      rmSync(`${report}.csv`, { force: true });
      const load = ['-c', '200', '-r', '100', '-l', '30', '-p', '5'];
      const target = ['-u', `${url}/docs/`, '-g', '-o', report];
      await runTool(program, [...attack, ...load, ...target], { cwd: workFolder });
      if (!existsSync(`${report}.csv`)) throw new Error(`${name}: slowhttptest wrote no report`);
      // Columns: seconds; closed, pending and connected connections. The last column is 0 while the gateway is unavailable.
      const rows = readFileSync(`${report}.csv`, 'utf8').trim().split('\n').slice(1);
      if (rows.length === 0) throw new Error(`${name}: the report of slowhttptest is empty`);
      const unavailable = rows.filter((row) => Number(row.split(',').at(-1)) === 0);
      found.push(...unavailable.map((row) => `${name}: the gateway is not available (${row})`));
    }
    return found;
  },
};

interface WapitiReport {
  infos: { crawled_pages_nbr: number };
  vulnerabilities: Record<string, { info: string; path: string; method: string }[]>;
  anomalies: Record<string, { info: string; path: string; method: string }[]>;
}

export const wapiti: Stranger = {
  proves:
    'Wapiti, which reads the OpenAPI document, finds no injection, no traversal and no crash in the API of admins',
  judge: async (store) => {
    const access = await store();
    const programs = await pythonPackages('wapiti3');
    mkdirSync(workFolder, { recursive: true });
    const [document, report] = [join(workFolder, 'openapi.json'), join(workFolder, 'wapiti.json')];
    rmSync(report, { force: true });
    const published = (await (await fetch(`${access.url}/openapi.json`)).json()) as { paths: object };
    writeFileSync(document, JSON.stringify({ ...published, servers: [{ url: access.url }] }));
    const attacks = 'sql,xss,exec,file,crlf,redirect,xxe,ssrf,permanentxss,log4shell,ldap';
    const limits = ['--max-scan-time', '480', '--max-attack-time', '60', '--flush-session', '--level', '1'];
    const options = [
      '--swagger',
      document,
      '--module',
      attacks,
      '--no-bugreport',
      '--verbose',
      '0',
      ...limits,
    ];
    const headers = ['--header', `Authorization: Bearer ${await access.adminToken()}`];
    const output = ['--format', 'json', '--output', report, '--store-session', join(workFolder, 'wapiti')];
    await runTool(join(programs, 'wapiti'), ['--url', `${access.url}/`, ...options, ...headers, ...output], {
      cwd: workFolder,
    });
    const { infos, vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as WapitiReport;
    const [pages, paths] = [infos.crawled_pages_nbr, Object.keys(published.paths).length];
    if (pages < paths) throw new Error(`Wapiti attacked ${pages} pages of an API with ${paths} paths`);
    return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, places]) =>
      places.map(({ info, path, method }) => `${kind}: ${method} ${path}: ${info}`),
    );
  },
};
