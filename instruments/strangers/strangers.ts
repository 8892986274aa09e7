import { adya } from './adya.ts';
import { slowhttptest, wapiti } from './attackers.ts';
import { clientPackage } from './client-package.ts';
import { lighthouse, screenReader } from './console.ts';
import { checkov, hadolint, kubernetes } from './deployment.ts';
import { asyncApi, ibm, lints } from './documents.ts';
import { laravel } from './laravel.ts';
import { pagers, refine } from './lists.ts';
import { oasdiff } from './oasdiff.ts';
import { porcupine } from './porcupine.ts';
import { secrets } from './secrets.ts';
import type { Stranger } from './stranger.ts';
import { webhooks } from './webhooks.ts';

export const strangers: Readonly<Record<string, Stranger>> = {
  lints,
  ibm,
  asyncapi: asyncApi,
  oasdiff,
  package: clientPackage,
  hadolint,
  checkov,
  kubernetes,
  gitleaks: secrets,
  webhooks,
  laravel,
  pagers,
  refine,
  porcupine,
  adya,
  slowhttptest,
  wapiti,
  lighthouse,
  'screen-reader': screenReader,
};
