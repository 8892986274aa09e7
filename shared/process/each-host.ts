/** Splits a cluster's URL, `amqp://user:password@a,b:5673,c/vhost`, into a URL for each server. */
export function eachHost(url: string): string[] {
  const parts = /^(?<before>\w+:\/\/(?:[^@/]*@)?)(?<hosts>[^@/?#]+)(?<after>.*)$/.exec(url)?.groups;
  if (!parts) return [url];
  return (parts['hosts'] ?? '').split(',').map((host) => `${parts['before']}${host}${parts['after']}`);
}
