/** Whether the server allows this user the attempt. Rethrows any error that is not a denial of access. */
export async function asked(attempt: () => Promise<unknown>): Promise<'allowed' | 'refused'> {
  try {
    await attempt();
    return 'allowed';
  } catch (error) {
    if (
      /ACCESS_REFUSED|NOPERM|not authorized|requires authentication|ACL failure in script|user executing the script can't access/.test(
        String(error),
      )
    )
      return 'refused';
    throw error;
  }
}
