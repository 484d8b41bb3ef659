cd /tmp/wt-undo && rm -rf /tmp/prof-undo && npx tsx --cpu-prof --cpu-prof-dir=/tmp/prof-undo scripts/zz/one.ts $1 $2 && python3 - <<'PY'
import json,glob,collections
f=sorted(glob.glob('/tmp/prof-undo/*.cpuprofile'),key=lambda p:-__import__('os').path.getsize(p))[0]
p=json.load(open(f)); nodes={n['id']:n for n in p['nodes']}
dt=p['timeDeltas']; self=collections.Counter()
for s,d in zip(p['samples'],dt):
    n=nodes[s]['callFrame']; self[n['functionName']+' '+n['url'].split('/')[-1]+':'+str(n['lineNumber'])]+=d
tot=sum(dt)
for k,v in self.most_common(45): print('%5.1f%% %s'%(100*v/tot,k))
PY
