/** Measures the CPU time that all threads of this process use during a job, in microseconds. */
export const measureCpuUs = async (job: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
