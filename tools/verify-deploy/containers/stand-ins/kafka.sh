#!/bin/sh
# The entrypoint of the stand-in for apache/kafka. Kafka's own class for containers writes KAFKA_* into properties and formats the storage.
set -eu
export CLASSPATH='/opt/kafka/libs/*' CLUSTER_ID=5L6g3nShT-eMCtK--X86sw
PATH=$(echo /usr/lib/jvm/java-21-openjdk-*/bin):$PATH
folders='--default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config'
# Its exit code is 1 for storage of an earlier start, too.
if ! java kafka.docker.KafkaDockerWrapper setup $folders > /tmp/setup 2>&1; then
  case $(cat /tmp/setup) in
    *'already formatted'*) ;;
    *) cat /tmp/setup; exit 1 ;;
  esac
fi
exec java -Xmx512m kafka.Kafka /opt/kafka/config/server.properties
