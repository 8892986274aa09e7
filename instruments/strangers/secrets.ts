import { root } from '#tools/clients/folders.ts';
import { runProgram } from '#tools/run-program.ts';
import { goProgram } from './install.ts';
import type { Stranger } from './stranger.ts';

export const secrets: Stranger = {
  proves: 'Gitleaks finds no secret in the history of the repository',
  judge: async () => {
    const program = await goProgram('github.com/zricethezav/gitleaks/v8');
    const args = ['git', root, '--no-banner', '--redact', '--report-format', 'json', '--report-path', '-'];
    const { code, stdout, stderr } = await runProgram(program, args, { cwd: root });
    if (code !== 0 && code !== 1) throw new Error(stderr);
    const found = JSON.parse(stdout || '[]') as {
      RuleID: string;
      File: string;
      Commit: string;
      StartLine: number;
    }[];
    return (
      found
        // These tests contain tokens that the gateway must refuse, so their findings are expected.
        .filter(({ RuleID, File }) => !(RuleID === 'jwt' && /^tests\/.*authorisation\.test\.ts$/.test(File)))
        .map(
          ({ RuleID, File, Commit, StartLine }) => `${RuleID} ${File}:${StartLine} in ${Commit.slice(0, 8)}`,
        )
    );
  },
};
